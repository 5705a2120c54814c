/** The header that names the page about a deprecated call in use. */
export const DEPRECATED = {
  'x-shopify-api-deprecated-reason': 'https://shopify.dev/api/usage/versioning#deprecation-practices',
};
