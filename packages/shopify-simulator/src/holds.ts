import { type Held, Holds } from '@storefleet/simulator-kit/holds';

/** What is known of a request that stands still. */
type ShopRequest = {
  readonly shop: string;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
};

export type HeldRequest = Held<ShopRequest>;

export class RequestHolds extends Holds<ShopRequest> {}
