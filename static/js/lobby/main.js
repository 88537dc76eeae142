// The lobby: it reads itself again when somebody comes or goes, and goes on to the fight that opens.
import "../shared/page.js";
import "../shared/live.js";
