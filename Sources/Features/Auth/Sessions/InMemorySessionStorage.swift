public import AuthDomain
import Synchronization

/// Sessions in memory, which end with the process.
public final class InMemorySessionStorage: SessionStorage {
    private let tokens = Mutex<[SessionPlace: Token]>([:])

    /// Creates a storage without sessions.
    public init() {}

    /// The token of the session at a place.
    public func load(at place: SessionPlace) async -> Token? { tokens.withLock { $0[place] } }

    /// Keeps the token of a session.
    public func save(_ token: Token, at place: SessionPlace) async { tokens.withLock { $0[place] = token } }

    /// Removes the token of a session.
    public func remove(at place: SessionPlace) async { tokens.withLock { $0[place] = nil } }
}
