/** A connected server, and whose it is: no other person's simulations ever reach it. */
export type Server = {
  readonly id: number;
  readonly name: string;
  readonly user_id: number;
  /** Fingerprints of the only specs that it simulates; null or absent: all. */
  readonly only?: readonly string[] | null;
};
