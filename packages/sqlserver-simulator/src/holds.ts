import { type Held, Holds } from '@storefleet/simulator-kit/holds';

/** What is known of a request that stands still. */
type StatementRequest = {
  readonly connection: number;
  readonly database: string | null;
  /** The statement; `COMMIT TRANSACTION` and the like for what drivers ask without one; `LOGIN user`. */
  readonly text: string;
};

export type HeldRequest = Held<StatementRequest>;

export class RequestHolds extends Holds<StatementRequest> {}
