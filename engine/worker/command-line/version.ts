import engine from "../../package.json" with { type: "json" };

export const CLIENT_VERSION = engine.version;
