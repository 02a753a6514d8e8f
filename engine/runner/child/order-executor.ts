import type { ToChild } from "../contract/messages.ts";

/** The messages that begin an order; the others belong to an order that goes on. */
type Order = Exclude<ToChild, { type: "stop" | "suspend" | "tell" | "ask" }>;
export type OrderType = Order["type"];
type OrderByType = { [Type in OrderType]: Extract<Order, { type: Type }> };
/** An order of one of these types. */
export type OrderOf<Type extends OrderType = OrderType> = {
  [Each in Type]: OrderByType[Each] & { type: Each };
}[Type];

/**
 * The functions that execute orders, by the type of the order. Each loads only the module that its order needs: while a training
 * keeps the cores busy, loading them all can take seconds.
 */
export type OrderExecutors<Type extends OrderType = OrderType> = {
  readonly [Each in Type]: (order: OrderOf<Each>, messages: AsyncIterable<ToChild>) => Promise<void>;
};
