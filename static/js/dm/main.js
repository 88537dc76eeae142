// The DM's pages: in play, and while a fight is prepared.
import "../shared/page.js";
import "../shared/live.js";
import "../shared/answering.js";
import "../battle_map/view.js";
import "./keys.js";
import "./search.js";
import "./roster.js";
import "./moving.js";
import "./autoplay.js";
import "./tabs.js";
