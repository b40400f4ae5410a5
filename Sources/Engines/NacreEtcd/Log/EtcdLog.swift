public import NacreReplicated

/// A replicated log in etcd 3.4 or newer.
///
/// Each entry is a key, and so is the last sequence. An append is one transaction that compares the last sequence, and
/// puts both: etcd orders it by Raft, and syncs it to the disks of a majority before it answers. All reads are
/// linearizable.
///
/// The database of etcd holds some GiB (`--quota-backend-bytes`, 2 GiB by default): the log must be trimmed.
public final class EtcdLog: ReplicatedLog {
    // REP-20: The log in etcd is a key an entry, and has no leases.

    /// The address of the log without the password.
    public let name: String
    /// The largest entry that the log takes, in bytes: that of the options.
    public let entryByteLimit: Int

    /// The options.
    let options: EtcdOptions

    /// The keys of the log.
    let keys: EtcdKeys

    /// The servers.
    let cluster: EtcdCluster

    /// A log; nothing is connected before the first call.
    ///
    /// - Parameters:
    ///   - address: The servers, the prefix of the keys, and the user.
    ///   - options: Limits, password and certificates.
    public init(at address: EtcdAddress, options: EtcdOptions = EtcdOptions()) {
        name = address.description
        entryByteLimit = options.entryByteLimit
        self.options = options
        keys = EtcdKeys(prefix: address.prefix)
        cluster = EtcdCluster(address, options)
    }

    /// Closes the connections; safe to call twice.
    ///
    /// Calls in progress end: appends as unknown, others by throwing. Iterations throw.
    public func close() async { await cluster.close() }

    /// What stands in the log is not what this class has written.
    func foreignContent(_ problem: String) -> ReplicatedLogError {
        ReplicatedLogError(
            .foreignContent,
            "\(name) is not the log of this store: \(problem). Use another prefix, or restore the log from a backup of "
                + "all its keys.")
    }
}
