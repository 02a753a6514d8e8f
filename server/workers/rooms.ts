/** Where the servers of all web processes meet in Redis, apart from the browsers. */
export const workersKey = (redisPrefix: string): string => `${redisPrefix}:workers`;

/** All servers of a person, and the one connection of a server: where they are reached to be ended. */
export const ownerRoom = (userId: number): string => `owner:${userId}`;
export const connectionRoom = (connectionId: string): string => `connection:${connectionId}`;
