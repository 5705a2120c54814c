/**
 * Every error code of the API with its HTTP status, its short title and the sentence shown when a more exact
 * one is not known. Free of Zod, so that the web client can load it.
 */
export const problems = {
  validation_failed: { status: 400, title: 'Invalid request', detail: 'Some of the values are not valid.' },
  malformed_request: { status: 400, title: 'Malformed request', detail: 'The request could not be read.' },
  setup_link_invalid: {
    status: 400,
    title: 'Set-up link not valid',
    detail: 'This set-up link is not valid any more. Restart the server to get a new one.',
  },
  weak_password: {
    status: 400,
    title: 'Weak password',
    detail: 'Choose a password that is harder to guess.',
  },
  wrong_store_type: {
    status: 400,
    title: 'Wrong store type',
    detail: 'This call does not fit the type of this store.',
  },
  host_not_allowed: {
    status: 400,
    title: 'Host not allowed',
    detail: 'This shop address is not among the hosts that may be contacted.',
  },
  unauthorized: { status: 401, title: 'Not signed in', detail: 'Please sign in and try again.' },
  forbidden: { status: 403, title: 'Not allowed', detail: 'You are not allowed to do this.' },
  not_a_member: {
    status: 403,
    title: 'Not a member',
    detail:
      'This account is not on the member list. Ask a member to invite your address under Settings, Team.',
  },
  second_factor_required: {
    status: 403,
    title: 'Second factor required',
    detail: 'This account has a second factor. Confirm it to go on.',
  },
  not_found: { status: 404, title: 'Not found', detail: 'There is nothing at this address.' },
  store_not_found: { status: 404, title: 'Store not found', detail: 'Store not found!' },
  product_not_found: {
    status: 404,
    title: 'Product not found',
    detail: 'This product does not exist any more.',
  },
  sync_not_found: {
    status: 404,
    title: 'Sync not found',
    detail: 'This sync is not in the log of the store.',
  },
  setting_not_found: {
    status: 404,
    title: 'Setting not found',
    detail: 'There is no setting with this key.',
  },
  mapping_not_found: {
    status: 404,
    title: 'Mapping not found',
    detail: 'This field mapping does not exist any more.',
  },
  schedule_not_found: {
    status: 404,
    title: 'Scheduled sync not found',
    detail: 'This scheduled sync does not exist any more.',
  },
  batch_not_found: {
    status: 404,
    title: 'Batch not found',
    detail: 'There is no bulk update with this number.',
  },
  history_record_not_found: {
    status: 404,
    title: 'Change not found',
    detail: 'This change is not in the history.',
  },
  user_not_found: { status: 404, title: 'Member not found', detail: 'There is no member with this number.' },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'This address does not take this method.',
  },
  request_timeout: {
    status: 408,
    title: 'Request too slow',
    detail: 'The request took too long to arrive. Please try again.',
  },
  conflict: { status: 409, title: 'Conflict', detail: 'This was changed by somebody else in the meantime.' },
  store_already_exists: {
    status: 409,
    title: 'Store already connected',
    detail: 'This shop is connected already.',
  },
  mapping_already_exists: {
    status: 409,
    title: 'Target already mapped',
    detail: 'This target field gets its value from another column already.',
  },
  store_archived: {
    status: 409,
    title: 'Store is archived',
    detail: 'This store is archived and read-only. Set its status to active first.',
  },
  not_connected_by_oauth: {
    status: 409,
    title: 'Not connected by OAuth',
    detail: 'This store connects in another way. Choose OAuth as its connection method first.',
  },
  shopify_app_missing: {
    status: 409,
    title: 'Shopify app missing',
    detail: 'Enter the API key and the API secret of your Shopify app in Settings first.',
  },
  sync_in_progress: {
    status: 409,
    title: 'Sync in progress',
    detail: 'A sync of this store is already in progress.',
  },
  sync_force_stopped: {
    status: 409,
    title: 'Sync was force stopped',
    detail: 'The last sync of this store was force stopped. Reset its sync status to allow new syncs.',
  },
  sync_not_running: {
    status: 409,
    title: 'No sync running',
    detail: 'No sync of this store is in progress.',
  },
  sync_reset_not_allowed: {
    status: 409,
    title: 'Nothing to reset now',
    detail: 'The sync of this store is still running. Force stop it before you reset its status.',
  },
  no_removals_held: {
    status: 409,
    title: 'No removals held back',
    detail: 'No removals of this store are waiting for a decision.',
  },
  setting_already_exists: {
    status: 409,
    title: 'Setting exists',
    detail: 'A setting with this key exists already.',
  },
  user_already_exists: {
    status: 409,
    title: 'Member exists',
    detail: 'A member with this e-mail address exists already.',
  },
  last_active_user: {
    status: 409,
    title: 'Last active member',
    detail: 'The last active member cannot be disabled.',
  },
  owner_protected: {
    status: 403,
    title: 'The owner stays',
    detail: 'The owner of this installation cannot be disabled by other members.',
  },
  member_disabled: {
    status: 409,
    title: 'Member is disabled',
    detail: 'This member is disabled. Enable them first.',
  },
  passwords_managed_elsewhere: {
    status: 409,
    title: 'Passwords are managed elsewhere',
    detail:
      'People sign in at a hosted project. Passwords are reset there, or with Forgot password on the sign-in page.',
  },
  setup_already_done: {
    status: 409,
    title: 'Set-up already done',
    detail: 'The first account exists already. Please sign in.',
  },
  payload_too_large: { status: 413, title: 'Request too large', detail: 'The request is too large.' },
  uri_too_long: {
    status: 414,
    title: 'Address too long',
    detail: 'The address of this request is too long.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    detail: 'The body of this request must be JSON.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    detail: 'Too many requests. Please wait a moment and try again.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    detail: 'An unexpected error occurred. Please try again later.',
  },
  source_auth_failed: {
    status: 502,
    title: 'Store refused the credentials',
    detail: 'The store refused the access token. Check it in the settings of the store.',
  },
  source_scope_missing: {
    status: 502,
    title: 'Permission missing at the store',
    detail: 'The access token lacks a permission that this needs.',
  },
  source_rejected: {
    status: 502,
    title: 'Store refused the request',
    detail: 'The store refused the request.',
  },
  source_protocol: {
    status: 502,
    title: 'Answer not understood',
    detail: 'The store sent an answer that could not be read.',
  },
  source_unavailable: {
    status: 502,
    title: 'Store not available',
    detail: 'The store could not be reached. Check its address and whether it is open.',
  },
  source_throttled: {
    status: 503,
    title: 'Store is busy',
    detail: 'The store asks for fewer requests. Please try again in a minute.',
  },
  source_transient: {
    status: 503,
    title: 'Store not reachable just now',
    detail: 'The store did not answer. Please try again in a moment.',
  },
  mail_not_sent: {
    status: 503,
    title: 'Mail not sent',
    detail:
      'The mail could not be sent: the mail server does not answer, or refused it. Please try again in a moment.',
  },
  mail_not_set_up: {
    status: 503,
    title: 'Mail not set up',
    detail:
      'There is no mail server, and a link is shown to the owner of this installation alone. Ask the owner, or have SMTP_URL set.',
  },
  disk_full: {
    status: 503,
    title: 'Disk full',
    detail:
      'The disk of the server is full: nothing can be saved until whoever runs it has made room. What is there can be read.',
  },
  service_unavailable: {
    status: 503,
    title: 'Service unavailable',
    detail: 'The service is not available at the moment. Please try again in a minute.',
  },
} as const satisfies Record<string, { status: number; title: string; detail: string }>;

export type ErrorCode = keyof typeof problems;
