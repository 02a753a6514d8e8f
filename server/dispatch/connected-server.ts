/** A connected server and its owner: other people's simulations reach it only while its owner shares it. */
export type ConnectedServer = {
  readonly id: number;
  readonly name: string;
  readonly userId: number;
  /** Fingerprints of the only specs that it simulates; null or absent: all. */
  readonly only?: readonly string[] | null;
};
