public import AuthDomain

/// Sessions in a file that its owner alone can read.
///
/// The file is replaced as a whole, so that it is never half-written. A file that other users can read is refused.
/// Processes that change it at the same time wait for each other at a lock file beside it.
///
/// Calls block their thread while they read and write the small file, and while another process writes it.
public struct FileSessionStorage: SessionStorage {
    // OPS-23: A client keeps its sessions in a file of its owner, or in the keychain.

    private let file: OwnerOnlyFile

    /// Creates a storage; nothing is read or written yet.
    ///
    /// - Parameter path: The path of the file. It is created with the first session, and so is its folder.
    public init(_ path: String) {
        file = OwnerOnlyFile(path: path)
    }

    /// The token of the session at a place.
    public func load(at place: SessionPlace) async throws -> Token? {
        try contents()[place.description].map(token)
    }

    /// Stores the token of a session.
    public func save(_ token: Token, at place: SessionPlace) async throws {
        try change { $0[place.description] = token.text }
    }

    /// Removes the token of a session.
    public func remove(at place: SessionPlace) async throws {
        guard try contents()[place.description] != nil else { return }
        try change { $0[place.description] = nil }
    }

    private func change(_ body: (inout [String: String]) -> Void) throws(SessionStorageError) {
        try file.withLock { () throws(SessionStorageError) in
            var tokens = try contents()
            body(&tokens)
            try file.replace(with: SessionFileCoding.encode(tokens))
        }
    }

    private func contents() throws(SessionStorageError) -> [String: String] {
        guard let bytes = try file.read() else { return [:] }
        guard let tokens = SessionFileCoding.decode(bytes) else { throw damaged }
        return tokens
    }

    private func token(_ text: String) throws(SessionStorageError) -> Token {
        guard let token = Token(text) else { throw damaged }
        return token
    }

    private var damaged: SessionStorageError {
        SessionStorageError(.damaged, "\(file.path) is no file of sessions: move it away, and sign in again")
    }
}
