/** The replica set of the product's MongoDB, whose only member can lose its office: until it is elected again, there is no primary. */
import { type Db, MongoClient } from "mongodb";
import { atEnd } from "../cleanup.ts";
import { eventually } from "../waiting.ts";

/** It is elected again long before; with less it would be by itself. */
const STEPPED_DOWN_S = 300;

export class ReplicaSet {
  readonly #admin: Db;

  private constructor(admin: Db) {
    this.#admin = admin;
  }

  /**
   * Changes the address of the only member: drivers connect to the address that the set names.
   * @param port at which it listens
   * @param publicPort at which the product reaches it
   */
  static async move(port: number, publicPort: number): Promise<ReplicaSet> {
    const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
    atEnd("a connection to the replica set", () => client.close());
    const set = new ReplicaSet(client.db("admin"));
    const { config } = await set.#admin.command({ replSetGetConfig: 1 });
    const members = [{ ...config.members[0], host: `127.0.0.1:${publicPort}` }];
    const replSetReconfig = { ...config, members, version: config.version + 1 };
    await set.#admin.command({ replSetReconfig, force: true });
    await set.elect();
    return set;
  }

  /** As the primary does in an election that another member wins: it refuses what it is asked, and closes its connections. */
  async stepDown(): Promise<void> {
    const replSetStepDown = STEPPED_DOWN_S;
    // Without other members there is nobody to wait for.
    await this.#admin.command({ replSetStepDown, secondaryCatchUpPeriodSecs: 0, force: true });
  }

  async elect(): Promise<void> {
    // Refused where it may be elected already.
    await this.#admin.command({ replSetFreeze: 0 }).catch(() => null);
    await eventually("a primary is elected", async () => {
      const { isWritablePrimary } = await this.#admin.command({ hello: 1 });
      return isWritablePrimary === true;
    });
  }
}
