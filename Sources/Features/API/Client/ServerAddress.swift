public import DomainKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The address of a server: `https://nacre.example.com`, or `http://127.0.0.1:8080` on the same machine.
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address, without a slash at its end.
    public let text: String

    private static let loopback: Set<String> = ["127.0.0.1", "[::1]", "::1", "localhost"]

    /// Validates an address.
    ///
    /// - Parameters:
    ///   - text: The address; a path is put before those of requests.
    ///   - allowsPlaintext: Whether `http` is allowed for other machines, over a network that protects passwords itself.
    /// - Throws: `ValidationError` for the field `server`.
    public init(_ text: String, allowsPlaintext: Bool = false) throws(ValidationError) {
        func failure(_ message: String) -> ValidationError {
            ValidationError(ValidationFailure(field: "server", value: text, message: message))
        }
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            let host = parts.host?.lowercased(), !host.isEmpty, ["http", "https"].contains(scheme)
        else { throw failure("is not the address of a server: give one such as https://nacre.example.com") }
        guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil else {
            throw failure("has more than a host, a port and a path: leave out the rest")
        }
        // A port that is no `Int` would be left out.
        guard parts.rangeOfPort == nil || (1...65_535).contains(parts.port ?? 0) else {
            throw failure("has another port than 1 to 65535")
        }
        guard scheme == "https" || allowsPlaintext || Self.loopback.contains(host) else {
            throw failure("would send passwords in clear: use https, except for 127.0.0.1, ::1 and localhost")
        }
        var path = parts.percentEncodedPath
        while path.hasSuffix("/") { path.removeLast() }
        let bracketed = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        self.text = "\(scheme)://\(bracketed)\(parts.port.map { ":\($0)" } ?? "")\(path)"
    }

    /// The address.
    public var description: String { text }
}
