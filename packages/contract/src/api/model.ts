import { z } from 'zod';

/** An object with a name of its own in the API's description. */
export function model<Shape extends z.ZodRawShape>(id: string, shape: Shape) {
  return z.object(shape).meta({ id });
}
