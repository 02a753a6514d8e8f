/** The Redis key of the servers' sockets of all web processes, apart from the browsers'. */
export const workersKey = (redisPrefix: string): string => `${redisPrefix}:workers`;

/** The machines that were created for a person's trainings: a new worker client key does not concern them. */
export const machinesRoom = (userId: number): string => `machines:${userId}`;

/** All servers of a person, and the one connection of a server: by which they are disconnected. */
export const ownerRoom = (userId: number): string => `owner:${userId}`;
export const connectionRoom = (connectionId: string): string => `connection:${connectionId}`;
