public import NacreReplicated

/// Where a log is kept in etcd: the endpoints of the cluster, the prefix of the keys, and the user.
///
/// Written as `etcd://user:password@host1:2379,host2:2379/prefix`, or `etcds://…` for TLS. The user with its password is
/// optional, and so is each port. Names and passwords may be percent-encoded. An IPv6 address is written in brackets.
public struct EtcdAddress: Hashable, Sendable, CustomStringConvertible {
    /// A server of the cluster, as clients reach it.
    public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
        /// The name or address of the host; an IPv6 address without brackets.
        public let host: String

        /// The port for clients.
        public let port: Int

        /// The host with the port, such as `[::1]:2379`.
        public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
    }

    /// The port for clients if an address names none.
    public static let defaultPort = 2_379

    /// The servers, in the order of the address.
    public let endpoints: [Endpoint]

    /// The prefix of all keys of the log, without slashes at its ends.
    public let prefix: String

    /// The user of etcd; `nil` if the address names none.
    public let user: String?

    /// The password of the user; `nil` if the address names none.
    let password: String?

    /// Whether the connections are encrypted.
    public let isEncrypted: Bool

    /// Parses an address.
    ///
    /// - Parameter text: The address, such as `etcd://127.0.0.1:2379/shop`.
    /// - Throws: ``ReplicatedLogError`` with `invalidAddress`; its message never has the password.
    public init(_ text: String) throws(ReplicatedLogError) {
        var parser = AddressParser(text)
        isEncrypted = try parser.scheme()
        (user, password) = try parser.credentials()
        endpoints = try parser.endpoints()
        prefix = try parser.prefix()
    }

    /// The address without its password.
    public var description: String {
        let account = user.map { AddressParser.encoded($0) + "@" } ?? ""
        let hosts = endpoints.map(\.description).joined(separator: ",")
        return "\(isEncrypted ? "etcds" : "etcd")://\(account)\(hosts)/\(prefix)"
    }
}

// Reflection would show the password in logs and failed expectations.
extension EtcdAddress: CustomReflectable, CustomDebugStringConvertible {
    /// The description as the only child.
    public var customMirror: Mirror { Mirror(self, children: ["address": description]) }

    /// The address without its password.
    public var debugDescription: String { description }
}
