import { altsAsText, orderOf } from '@storefleet/contract/attributes/images';
import type { ProductDetail, ProductImage } from '@storefleet/contract/catalogue/products';
import type { ProductReference } from '@storefleet/contract/edits/bulk-updates';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { announce } from '../../components/feedback/announce.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { saveAsUpdate } from '../bulk-updates/api/follow-bulk-update.ts';

/** Ordering the images of a product and typing their alt texts, and saving that as one update. */
export function useImageEdit(product: ProductDetail) {
  const api = useApi();
  const queryClient = useQueryClient();
  /** Null: nobody is editing. */
  const [edited, setEdited] = useState<readonly ProductImage[] | null>(null);
  const reference = edited === null ? null : changeOf(product, edited);
  const save = useMutation({
    mutationFn: (change: ProductReference) =>
      saveAsUpdate(api, [change], { signal: new AbortController().signal }),
    onSuccess: ({ items }) => {
      if (items === null) {
        setEdited(null);
        announce('Images saved');
      }
    },
    onSettled: () =>
      Promise.all(['products', 'history'].map((name) => queryClient.invalidateQueries({ queryKey: [name] }))),
  });
  const { items } = save.data ?? { items: null };
  return {
    edited,
    isSaving: save.isPending,
    canSave: reference !== null,
    error: save.error,
    refusals: [...new Set((items ?? []).flatMap(({ error }) => error ?? []))],
    open: () => setEdited(product.images ?? []),
    close: () => {
      save.reset();
      setEdited(null);
    },
    describe: (id: string, alt: string) =>
      setEdited((now) => now?.map((image) => (image.id === id ? { ...image, alt } : image)) ?? null),
    move: (place: number, by: 1 | -1) =>
      setEdited((now) => {
        const moved = now?.[place];
        return now && moved ? now.toSpliced(place, 1).toSpliced(place + by, 0, moved) : now;
      }),
    save: (event: FormEvent) => {
      event.preventDefault();
      if (reference !== null) save.mutate(reference);
    },
  };
}

const textsOf = (images: readonly ProductImage[]) =>
  altsAsText(Object.fromEntries(images.map(({ id, alt }) => [id, alt.trim()])));

/** Null where nothing differs. */
function changeOf(product: ProductDetail, edited: readonly ProductImage[]): ProductReference | null {
  const order = orderOf(edited.map(({ id }) => id));
  const texts = textsOf(edited);
  const heldTexts = product.image_alts || null;
  const isMoved = order !== (product.image_order || null);
  const isDescribed = texts !== heldTexts;
  if (!isMoved && !isDescribed) return null;
  return {
    store_id: product.store_id,
    id: product.id,
    shopify_id: product.shopify_id,
    based_on: {
      ...(isMoved ? { image_order: product.image_order || null } : {}),
      ...(isDescribed ? { image_alts: heldTexts } : {}),
    },
    attributes_to_set: {
      ...(isMoved ? { image_order: order ?? undefined } : {}),
      ...(isDescribed ? { image_alts: texts } : {}),
    },
  };
}
