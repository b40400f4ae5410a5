import NacreReplicated

#if Etcd || All
    import NacreEtcd
#endif
#if NATS || All
    import NacreNATS
#endif

/// The addresses of replicated logs that this build of the program understands.
enum ReplicatedLogAddress {
    /// A kind of log, by the beginning of its addresses.
    private struct Kind {
        let schemes: [String]
        let example: String
        let log: @Sendable (String) throws -> any ReplicatedLog
    }

    // OPS-18: Optional products are behind package traits that are off by default.
    #if Etcd || All
        private static let etcd = [
            Kind(schemes: ["etcd", "etcds"], example: "etcd://127.0.0.1:2379/shop") {
                try EtcdLog(at: EtcdAddress($0))
            }
        ]
    #else
        private static let etcd: [Kind] = []
    #endif
    #if NATS || All
        private static let nats = [
            Kind(schemes: ["nats", "tls"], example: "nats://127.0.0.1:4222/shop") { try NATSLog($0) }
        ]
    #else
        private static let nats: [Kind] = []
    #endif

    private static let kinds = etcd + nats

    /// An example for each kind of log; empty if the program was built without any.
    static let examples = kinds.map(\.example)

    /// The client of a log.
    ///
    /// - Parameter address: The address.
    /// - Returns: The client, which has connected to nothing yet.
    /// - Throws: ``ReplicatedLogError`` with code `invalidAddress`.
    static func log(at address: String) throws -> any ReplicatedLog {
        let scheme = address.prefix { $0 != ":" }
        guard let kind = kinds.first(where: { $0.schemes.contains(String(scheme)) }) else {
            throw ReplicatedLogError(
                .invalidAddress,
                "the address of the log begins with none of \(schemes): write one such as \(examples.joined(separator: " or "))"
            )
        }
        return try kind.log(address)
    }

    private static var schemes: String { kinds.flatMap(\.schemes).map { "\($0)://" }.joined(separator: ", ") }
}

extension ReplicatedLogError {
    /// The exit status of a program that ends with the error.
    var exitCode: Int32 {
        switch code {
        case .unreachable, .closed: 69
        case .denied: 77
        case .invalidAddress: 64
        case .noSpace: 74
        default: 65
        }
    }
}
