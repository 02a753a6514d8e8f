import { createContext, useContext } from "react";
import type { Room } from "./room.ts";

export const RoomContext = createContext<Room | null>(null);

/** The room of the page that a component is on. */
export function useRoom(): Room {
  const room = useContext(RoomContext);
  if (room === null) throw new Error("Only a job's page has a room.");
  return room;
}
