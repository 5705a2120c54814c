/** Error codes by HTTP status, each with a title and a default sentence. */
const byStatus = {
  400: {
    validation_failed: ['Invalid request', 'Some of the values are not valid.'],
    malformed_request: ['Malformed request', 'The request could not be read.'],
    setup_link_invalid: [
      'Set-up link not valid',
      'This set-up link is not valid any more. Restart the server to get a new one.',
    ],
    weak_password: ['Weak password', 'Choose a password that is harder to guess.'],
    recovery_code_invalid: ['Recovery code not valid', 'This recovery code is wrong, or was used before.'],
    proof_invalid: ['Not confirmed', 'This is neither your password nor a valid code.'],
    wrong_store_type: ['Wrong store type', 'This call does not fit the type of this store.'],
    host_not_allowed: ['Host not allowed', 'This server is not allowed to contact this shop address.'],
  },
  401: {
    unauthorized: ['Not signed in', 'Please sign in and try again.'],
  },
  403: {
    forbidden: ['Not allowed', 'You are not allowed to do this.'],
    not_a_member: [
      'Not a member',
      'This account is not on the member list. Ask a member to invite your address under Settings, Team.',
    ],
    guard_rail_blocks: ['Blocked by a guard rail', 'A guard rail blocks this change.'],
    second_factor_required: [
      'Second factor required',
      'This account has a second factor. Confirm it to continue.',
    ],
    second_factor_missing: [
      'Second factor missing',
      'Every member needs a second factor. Set one up to continue.',
    ],
  },
  404: {
    not_found: ['Not found', 'There is nothing at this address.'],
    store_not_found: ['Store not found', 'Store not found!'],
    product_not_found: ['Product not found', 'This product does not exist any more.'],
    sync_not_found: ['Sync not found', 'This sync is not in the log of the store.'],
    view_not_found: ['View not found', 'This view was deleted, or is not shared any more.'],
    file_not_found: [
      'File not found',
      'This file was fetched already, or waited too long. Start the export again.',
    ],
    import_not_found: [
      'Import not found',
      'This import was left for too long, or is planned already. Choose the file or paste the rows again.',
    ],
    setting_not_found: ['Setting not found', 'There is no setting with this key.'],
    mapping_not_found: ['Mapping not found', 'This field mapping does not exist any more.'],
    schedule_not_found: ['Scheduled sync not found', 'This scheduled sync does not exist any more.'],
    batch_not_found: ['Batch not found', 'There is no bulk update with this number.'],
    guard_rail_not_found: ['Guard rail not found', 'This guard rail does not exist any more.'],
    rule_not_found: ['Rule not found', 'This rule does not exist any more.'],
    article_not_found: ['Article not found', 'No variant belongs to this article any more.'],
    history_record_not_found: ['Change not found', 'This change is not in the history.'],
    api_key_not_found: ['API key not found', 'There is no API key with this number.'],
    user_not_found: ['Member not found', 'There is no member with this number.'],
  },
  405: {
    method_not_allowed: ['Method not allowed', 'This address does not support this method.'],
  },
  408: {
    request_timeout: ['Request too slow', 'The request took too long to arrive. Please try again.'],
  },
  409: {
    conflict: ['Conflict', 'This was changed by somebody else in the meantime.'],
    store_already_exists: ['Store already connected', 'This shop is connected already.'],
    mapping_already_exists: [
      'Target already mapped',
      'This target field gets its value from another column already.',
    ],
    store_archived: [
      'Store is archived',
      'This store is archived and read-only. Set its status to active first.',
    ],
    not_connected_by_oauth: [
      'Not connected by OAuth',
      'This store connects in another way. Choose OAuth as its connection method first.',
    ],
    shopify_app_missing: [
      'Shopify app missing',
      'Enter the API key and the API secret of your Shopify app in Settings first.',
    ],
    sync_in_progress: ['Sync in progress', 'A sync of this store is already in progress.'],
    sync_force_stopped: [
      'Sync was force stopped',
      'The last sync of this store was force stopped. Reset its sync status to allow new syncs.',
    ],
    changes_not_possible: [
      'Changes cannot be synced',
      'Run a full sync once. After that, changes alone can be synced.',
    ],
    sync_not_running: ['No sync running', 'No sync of this store is in progress.'],
    sync_reset_not_allowed: [
      'Nothing to reset now',
      'The sync of this store is still running. Force stop it before you reset its status.',
    ],
    no_removals_held: ['No removals held back', 'No removals of this store are waiting for a decision.'],
    view_already_exists: ['View exists', 'You have a view with this name already.'],
    too_many_views: ['Too many views', 'You have reached the maximum number of views. Delete one first.'],
    too_many_pinned_views: [
      'Too many pinned views',
      'No more views fit into the navigation. Unpin one first.',
    ],
    override_reason_missing: [
      'Reason required',
      'This change breaks a guard rail. Give a reason to make it anyway.',
    ],
    approval_required: ['Approval required', 'Somebody other than its author has to apply this change.'],
    too_many_guard_rails: [
      'Too many guard rails',
      'You have reached the maximum number of guard rails. Delete one first.',
    ],
    rematching: [
      'Products are being rematched',
      'Products are being rematched by the new settings. Plan corrections once that has ended.',
    ],
    too_many_rules: ['Too many rules', 'You have reached the maximum number of rules. Delete one first.'],
    setting_already_exists: ['Setting exists', 'A setting with this key exists already.'],
    user_already_exists: ['Member exists', 'A member with this email address exists already.'],
    last_owner: ['Last owner', 'This is the last owner who can sign in. Make somebody else an owner first.'],
    member_disabled: ['Member is disabled', 'This member is disabled. Enable them first.'],
    passwords_managed_elsewhere: [
      'Passwords are managed elsewhere',
      'People sign in at a hosted project. Passwords are reset there, or with Forgot password on the sign-in page.',
    ],
    second_factor_managed_elsewhere: [
      'Second factors are managed elsewhere',
      'People sign in at a hosted project, which looks after their second factors.',
    ],
    no_second_factor: ['No second factor', 'There is no second factor. Set one up first.'],
    setup_already_done: ['Set-up already done', 'The first account exists already. Please sign in.'],
  },
  413: {
    payload_too_large: ['Request too large', 'The request is too large.'],
  },
  414: {
    uri_too_long: ['Address too long', 'The address of this request is too long.'],
  },
  415: {
    unsupported_media_type: ['Unsupported media type', 'The body of this request must be JSON.'],
  },
  429: {
    too_many_requests: ['Too many requests', 'Too many requests. Please wait a moment and try again.'],
  },
  500: {
    internal_error: ['Internal error', 'An unexpected error occurred. Please try again later.'],
  },
  502: {
    source_auth_failed: [
      'Store refused the credentials',
      'The store refused the access token. Check it in the settings of the store.',
    ],
    source_scope_missing: [
      'Permission missing in the store',
      'The access token lacks a permission that this needs.',
    ],
    source_rejected: ['Store refused the request', 'The store refused the request.'],
    source_protocol: ['Response not understood', 'The store sent a response that could not be read.'],
    source_unavailable: [
      'Store not available',
      'The store could not be reached. Check its address and whether it is open.',
    ],
  },
  503: {
    source_throttled: ['Store is busy', 'The store is limiting requests. Please try again in a minute.'],
    source_transient: [
      'Store temporarily unreachable',
      'The store did not answer. Please try again in a moment.',
    ],
    mail_not_sent: [
      'Mail not sent',
      'The mail could not be sent: the mail server does not answer, or refused it. Please try again in a moment.',
    ],
    disk_full: [
      'Disk full',
      'The disk of the server is full: nothing can be saved until its administrator frees up space. Reading still works.',
    ],
    service_unavailable: [
      'Service unavailable',
      'The service is not available at the moment. Please try again in a minute.',
    ],
  },
} as const satisfies Record<number, Record<string, readonly [title: string, detail: string]>>;

type ByStatus = typeof byStatus;
export type ErrorCode = { [Status in keyof ByStatus]: keyof ByStatus[Status] }[keyof ByStatus];

/** Without Zod, so that the web client can load it. */
export const problems = Object.fromEntries(
  Object.entries(byStatus).flatMap(([status, refusals]) =>
    Object.entries(refusals).map(([code, [title, detail]]) => [
      code,
      { status: Number(status), title, detail },
    ]),
  ),
) as Readonly<Record<ErrorCode, { status: number; title: string; detail: string }>>;
