// The table screen, and the same page on a spectator's own device: it shows the fight and asks for nothing.
import "../shared/page.js";
import "../shared/live.js";
import "../shared/result.js";
import "../battle_map/view.js";
