internal import NacreReplicated

/// Reads the parts of an address of etcd from left to right.
struct AddressParser {
    /// The part of the text that is not read yet.
    private var rest: Substring

    /// - Parameter text: The address.
    init(_ text: String) { rest = Substring(text) }

    /// Reads the scheme.
    ///
    /// - Returns: Whether it is the one for TLS.
    /// - Throws: `ReplicatedLogError` if it is neither.
    mutating func scheme() throws(ReplicatedLogError) -> Bool {
        for (scheme, isEncrypted) in [("etcd://", false), ("etcds://", true)] where rest.hasPrefix(scheme) {
            rest.removeFirst(scheme.count)
            return isEncrypted
        }
        throw Self.invalid("it must begin with etcd:// or etcds://")
    }

    /// Reads the user with its password.
    ///
    /// - Returns: The user and the password, each `nil` if the address has none.
    /// - Throws: `ReplicatedLogError` if they cannot be understood.
    mutating func credentials() throws(ReplicatedLogError) -> (user: String?, password: String?) {
        // A password may have a slash or an at sign if it is percent-encoded alone.
        let authority = rest.prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return (nil, nil) }
        let account = authority[..<at]
        rest = rest[rest.index(after: at)...]
        let parts = account.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let user = Self.decoded(parts[0]), !user.isEmpty else {
            throw Self.invalid("the user before @ is empty, or its percent-encoding is broken")
        }
        guard parts.count == 2 else { return (user, nil) }
        guard let password = Self.decoded(parts[1]), !password.isEmpty else {
            throw Self.invalid(
                "the password of \(user) is empty, or its percent-encoding is broken: write %25 for %, %40 for @, "
                    + "%2F for /"
            )
        }
        return (user, password)
    }

    /// Reads the hosts with their ports.
    ///
    /// - Returns: At least one.
    /// - Throws: `ReplicatedLogError` if one cannot be understood, or stands there twice.
    mutating func endpoints() throws(ReplicatedLogError) -> [EtcdAddress.Endpoint] {
        let hosts = rest.prefix { $0 != "/" }
        rest = rest[hosts.endIndex...]
        var endpoints: [EtcdAddress.Endpoint] = []
        for text in hosts.split(separator: ",", omittingEmptySubsequences: false) {
            let endpoint = try Self.endpoint(text)
            guard !endpoints.contains(endpoint) else { throw Self.invalid("\(endpoint) stands there twice") }
            endpoints.append(endpoint)
        }
        return endpoints
    }

    private static func endpoint(_ text: Substring) throws(ReplicatedLogError) -> EtcdAddress.Endpoint {
        let host: Substring
        var port = text[text.endIndex...]
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { throw invalid("\(text) has no closing bracket") }
            host = text[text.index(after: text.startIndex)..<end]
            port = text[text.index(after: end)...]
            guard host.contains(":"), host.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else {
                throw invalid("\(host) is not an IPv6 address")
            }
        } else {
            host = text.prefix { $0 != ":" }
            port = text[host.endIndex...]
            guard !host.isEmpty, host.allSatisfy({ isPlain($0) }) else {
                throw invalid(host.isEmpty ? "a host is missing" : "\(host) is not the name or address of a host")
            }
        }
        guard !port.isEmpty else { return EtcdAddress.Endpoint(host: String(host), port: EtcdAddress.defaultPort) }
        guard port.hasPrefix(":"), let number = UInt16(port.dropFirst()), number > 0 else {
            throw invalid("the port of \(host) is not a number from 1 to 65535; an IPv6 address is written in brackets")
        }
        return EtcdAddress.Endpoint(host: String(host), port: Int(number))
    }

    /// Reads the prefix.
    ///
    /// - Returns: The prefix without the slash before it.
    /// - Throws: `ReplicatedLogError` if there is none, or it has other characters than letters, digits, `-`, `_`, `.`.
    mutating func prefix() throws(ReplicatedLogError) -> String {
        let prefix = rest.dropFirst()
        guard !prefix.isEmpty else {
            throw Self.invalid("the prefix of the keys is missing, such as /shop behind the hosts")
        }
        let parts = prefix.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.dropFirst().contains("entries") else {
            throw Self.invalid(
                "the prefix \(prefix) is within the entries of another log: name the part entries otherwise")
        }
        for part in parts {
            guard !part.isEmpty, part.allSatisfy({ Self.isPlain($0) }) else {
                throw Self.invalid(
                    "the prefix \(prefix) must be of letters, digits, -, _ and ., with single slashes between them")
            }
        }
        return String(prefix)
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
    }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
                let value = UInt8(Substring(digits), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Percent-encodes what has a meaning in an address.
    static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            let character = Character(UnicodeScalar(byte))
            let digits = String(byte, radix: 16, uppercase: true)
            result += isPlain(character) ? String(character) : "%" + (digits.count == 1 ? "0" : "") + digits
        }
    }

    private static func invalid(_ reason: String) -> ReplicatedLogError {
        ReplicatedLogError(
            .invalidAddress,
            "The address of the log in etcd is invalid: \(reason). "
                + "Write etcd://user:password@host1:2379,host2:2379/prefix, or etcds:// for TLS.")
    }
}
