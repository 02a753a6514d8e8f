/** The number of the newest change of stored data that this program knows: see server/migrations. */
export const DATA_VERSION = 2;
