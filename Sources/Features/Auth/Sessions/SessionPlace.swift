public import FeatureAPI

/// A server or a store at which a client is signed in.
public struct SessionPlace: Sendable, Hashable, CustomStringConvertible {
    /// The place as a URL: `https://nacre.example.com`, or `file:///srv/shop.nacre`.
    public let description: String

    /// A server.
    ///
    /// - Parameter address: The server's address. A token is sent to no other one.
    public init(server address: ServerAddress) {
        description = address.text
    }

    /// A store on this machine.
    ///
    /// - Parameter path: The absolute path of its folder, without symbolic links.
    public init(store path: String) {
        description = "file://\(path)"
    }
}
