/**
 * A condition that always holds. A statement with it, alone in its transaction, does not wait for the disk
 * when it commits: it is lost in a power cut of the next second. A later transaction that waits makes it safe
 * along with itself. For what matters only while the processes live, such as leases, or only together with
 * what follows.
 */
export const lazily = `set_config('synchronous_commit', 'off', true) is not null`;
