// What a report's page runs.

import { startExplorer } from "./explorer.js";
import { startFigures } from "./figures.js";
import { packedSource } from "./packed.js";
import { startTables } from "./tables.js";

startTables();
startExplorer(packedSource());
startFigures();
