"""One HTML file for a run or several, and the explorer of single answers that it holds or that is served."""
