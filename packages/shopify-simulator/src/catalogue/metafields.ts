import { createHash } from 'node:crypto';
import { hash } from './hash.ts';

export const metafieldOwners = { PRODUCT: 'Product', PRODUCTVARIANT: 'ProductVariant' } as const;
export type MetafieldOwnerType = keyof typeof metafieldOwners;

export type MetafieldDefinition = {
  readonly ownerType: MetafieldOwnerType;
  readonly namespace: string;
  readonly key: string;
  readonly name: string;
  readonly type: string;
  /** `choices` and `allowed_domains` are lists as JSON texts. */
  readonly validations?: readonly { readonly name: string; readonly value: string }[];
  readonly pinnedPosition?: number | null;
  /** Each owner has one of them by its id, null for none; without them nobody has any at first. */
  readonly values?: readonly (string | null)[];
};

export type Metafield = {
  readonly metafieldId: number;
  readonly ownerType: MetafieldOwnerType;
  readonly namespace: string;
  readonly key: string;
  readonly type: string;
  readonly value: string;
};

export type MetafieldPlace = {
  readonly ownerType: MetafieldOwnerType;
  readonly ownerId: number;
  readonly namespace: string;
  readonly key: string;
};

/** Opaque to clients; recorded as 64 hexadecimal digits, different for each value. */
export const digestOf = ({ metafieldId, type, value }: Metafield): string =>
  createHash('sha256').update(`${metafieldId} ${type} ${value}`).digest('hex');

export class Metafields {
  readonly definitions: MetafieldDefinition[];
  /** Written or deleted since; null: deleted. */
  readonly #written = new Map<string, { type: string; value: string } | null>();

  constructor(definitions: readonly MetafieldDefinition[]) {
    this.definitions = [...definitions];
  }

  definition({ ownerType, namespace, key }: Omit<MetafieldPlace, 'ownerId'>): MetafieldDefinition | null {
    return (
      this.definitions.find(
        (one) => one.ownerType === ownerType && one.namespace === namespace && one.key === key,
      ) ?? null
    );
  }

  get(place: MetafieldPlace): Metafield | null {
    const id = idOf(place);
    const written = this.#written.get(id);
    const held = written === undefined ? this.#seeded(place) : written;
    if (held === null) return null;
    const { ownerType, namespace, key } = place;
    return { metafieldId: numberOf(id), ownerType, namespace, key, ...held };
  }

  set(place: MetafieldPlace, held: { type: string; value: string } | null): void {
    this.#written.set(idOf(place), held);
  }

  #seeded(place: MetafieldPlace): { type: string; value: string } | null {
    const definition = this.definition(place);
    const values = definition?.values ?? [];
    const at = numberOf(`${place.namespace}.${place.key}`);
    const value = values[hash(at, place.ownerId % 2 ** 31, 0, 1) % Math.max(1, values.length)] ?? null;
    return definition === null || value === null ? null : { type: definition.type, value };
  }
}

const idOf = ({ ownerType, ownerId, namespace, key }: MetafieldPlace) =>
  `${ownerType}/${ownerId}/${namespace}.${key}`;

const numberOf = (text: string): number =>
  Number.parseInt(createHash('sha256').update(text).digest('hex').slice(0, 8), 16);
