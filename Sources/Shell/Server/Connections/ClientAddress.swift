import NIOCore

/// The address by which a client is limited and told apart from others.
enum ClientAddress {
    /// The address of a connection's client, without its port.
    ///
    /// - Parameter address: The address of the other end; `nil` if it is not known.
    /// - Returns: An IPv4 address, or the network of an IPv6 address.
    static func text(of address: SocketAddress?) -> String {
        address?.ipAddress.map(group) ?? "unknown"
    }

    /// What one client has: an IPv4 address, or the 2^64 addresses of an IPv6 network.
    ///
    /// - Parameter address: The address as the system writes it.
    /// - Returns: An IPv4 address as it is, also if it is mapped into IPv6; the first 64 bits of another IPv6 address.
    static func group(of address: String) -> String {
        guard address.contains(":") else { return address }
        if address.hasPrefix("::ffff:"), address.contains(".") { return String(address.dropFirst("::ffff:".count)) }
        let halves = address.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = halves.map { $0.split(separator: ":").map(String.init) }
        let zeros = [String](repeating: "0", count: max(0, 8 - parts.joined().count))
        let groups = parts.count == 1 ? parts[0] : parts[0] + zeros + parts[1]
        return groups.prefix(4).joined(separator: ":") + "::/64"
    }
}
