import { z } from "zod";

export const tagName = z
  .string()
  .trim()
  .min(1, "Tag name is required")
  .max(50, "Use at most 50 characters")
  .regex(/^[^,;<>"]*$/, 'A tag may not hold , ; < > or "');
