import type { AuditAction, AuditSubject } from "@understudy/shared/api/audit.ts";
import type { Route } from "@understudy/shared/api/route.ts";
import { z } from "zod";

/** Something by its id; a version of a spec stands for its spec. */
export type Reference = { readonly kind: AuditSubject["kind"] | "spec-version"; readonly id: number };

/** The effect of a call, as far as the sent data tell it. */
export type AuditedCall = {
  readonly action: AuditAction;
  /** The subjects of the action; each has an entry of its own, which also names those of `with`. */
  readonly to?: readonly Reference[];
  readonly with?: readonly Reference[];
  /** Never what was typed or chosen in secret: it is kept, and admins read it. */
  readonly detail?: string;
};

/** The rule by which calls of a route are written into the audit journal. */
export type AuditRule = {
  readonly route: Route;
  /** Null: what was sent cannot be read, and the call will be refused. */
  describe(sent: { params: unknown; body: unknown }): AuditedCall | null;
  /** Returns the record that the call has made, from its answer; null when it made none. */
  made(answered: unknown): Reference | null;
};

type SentCall<P extends Route["params"], B extends Route["body"]> = {
  readonly params: z.output<P>;
  /** Read only where it is asked for: some are large. */
  body(): z.output<B>;
};

const withId = z.object({ id: z.int() });

/** @param made the kind of what the answer's `id` names, where the call makes something */
export function audited<
  P extends Route["params"],
  Q extends Route["query"],
  B extends Route["body"],
  R extends Route["response"],
>(
  route: Route<P, Q, B, R>,
  describe: (sent: SentCall<P, B>) => AuditedCall,
  made?: Reference["kind"],
): AuditRule {
  return {
    route,
    describe: (sent) => {
      try {
        const params = route.params.parse(sent.params);
        return describe({ params, body: () => route.body.parse(sent.body) });
      } catch (error) {
        if (error instanceof z.ZodError) return null;
        throw error;
      }
    },
    made: (answered) => {
      const id = made === undefined ? undefined : withId.safeParse(answered).data?.id;
      return made === undefined || id === undefined ? null : { kind: made, id };
    },
  };
}
