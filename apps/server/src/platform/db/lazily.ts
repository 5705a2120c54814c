/**
 * A condition that is always true. A statement with it, alone in its transaction, commits without waiting for
 * the disk: a power cut within the next second loses it. A later transaction that does wait makes both
 * durable. For what matters only while the processes live, such as leases, or only together with what
 * follows.
 */
export const lazily = `set_config('synchronous_commit', 'off', true) is not null`;
