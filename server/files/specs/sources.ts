import { UserError } from "@understudy/shared/user-error.ts";
import { linkOrCopy } from "../storage.ts";

/** A file that is to become one of a spec's, wherever its bytes are now. */
export type Source = {
  /** Below the spec's folder, segments separated by `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** @throws Unreadable when its bytes are not what they were announced to be. */
  writeTo(target: string): Promise<void>;
};

/** The bytes of an uploaded file are not what they were announced to be. */
export class Unreadable extends UserError {
  override readonly name = "Unreadable";
}

/** A file that lies on this disk already and stays as it is. */
export const linkedSource = (path: string, size: number, from: string): Source => ({
  path,
  size,
  writeTo: (target) => linkOrCopy(from, target),
});
