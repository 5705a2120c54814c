import type { SourceMedia } from '../../connectors/connector.ts';

/** Media columns of a product; all NULL if the source was not asked or has none. */
const TYPES = {
  image_url: 'text',
  image_alt: 'text',
  image_width: 'integer',
  image_height: 'integer',
  media_count: 'integer',
  /** JSON of all of them, by no order; where they are read. */
  gallery: 'text',
} as const;

export type MediaColumns = {
  readonly image_url: string | null;
  readonly image_alt: string | null;
  readonly image_width: number | null;
  readonly image_height: number | null;
  readonly media_count: number | null;
  readonly gallery: string | null;
};

export const MEDIA_COLUMN_NAMES = Object.keys(TYPES) as (keyof MediaColumns)[];
export const MEDIA_COLUMN_TYPES = Object.values(TYPES);

export const mediaColumns = (media: SourceMedia | undefined): MediaColumns => ({
  image_url: media?.image?.url ?? null,
  image_alt: media?.image?.alt ?? null,
  image_width: media?.image?.width ?? null,
  image_height: media?.image?.height ?? null,
  media_count: media?.count ?? null,
  gallery: media?.gallery ? JSON.stringify(media.gallery) : null,
});
