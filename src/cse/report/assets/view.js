// What the page of `cse view` runs.

import { startExplorer } from "./explorer.js";
import { servedSource } from "./served.js";

startExplorer(servedSource());
