/** The engine's prediction thread with emulators at which it hangs. */
import "./hang.ts";
import "../../../engine/prediction/prediction-worker.ts";
