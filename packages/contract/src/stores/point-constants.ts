/** The default share of a shop's points that syncs and webhooks leave for edits. */
export const POINTS_KEPT_FOR_EDITS = 0.05;
/** Approximate cost of a page of a Shopify sync. */
export const SYNC_PAGE_POINTS = 180;
export const POINT_USES = ['syncs', 'edits', 'webhooks'] as const;
export type PointUse = (typeof POINT_USES)[number];
