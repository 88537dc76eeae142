// The lobby: it reads itself again when somebody comes or goes, and goes on to the fight that opens.
import { loadLater } from "../shared/page.js";
import "../shared/live.js";

if (document.getElementById("own-sheet")) loadLater(() => import("./own_sheet.js"));
