#if canImport(Security)
    public import AuthDomain
    import Foundation
    import Security

    /// Sessions in the user's keychain, as generic passwords of one service with the place as account.
    ///
    /// The entries are not synchronised to other devices. Calls may block their thread while the system asks the user.
    public struct KeychainSessionStorage: SessionStorage {
        private let service: String

        /// Creates a storage.
        ///
        /// - Parameter service: The name under which the keychain lists the sessions.
        public init(service: String) {
            self.service = service
        }

        /// The token of the session at a place.
        public func load(at place: SessionPlace) async throws -> Token? {
            var query = query(place)
            query[kSecReturnData] = true
            query[kSecMatchLimit] = kSecMatchLimitOne
            var result: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &result)
            guard status != errSecItemNotFound else { return nil }
            guard status == errSecSuccess else { throw error(status) }
            guard let data = result as? Data, let token = Token(String(decoding: data, as: UTF8.self)) else {
                throw SessionStorageError(
                    .damaged, "the keychain's entry for \(place) is no session: remove it, and sign in again")
            }
            return token
        }

        /// Stores the token of a session.
        public func save(_ token: Token, at place: SessionPlace) async throws {
            let data = Data(token.text.utf8)
            var attributes = query(place)
            attributes[kSecValueData] = data
            var status = SecItemAdd(attributes as CFDictionary, nil)
            if status == errSecDuplicateItem {
                status = SecItemUpdate(query(place) as CFDictionary, [kSecValueData: data] as CFDictionary)
            }
            guard status == errSecSuccess else { throw error(status) }
        }

        /// Removes the token of a session.
        public func remove(at place: SessionPlace) async throws {
            let status = SecItemDelete(query(place) as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw error(status) }
        }

        private func query(_ place: SessionPlace) -> [CFString: Any] {
            [
                kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: place.description,
            ]
        }

        private func error(_ status: OSStatus) -> SessionStorageError {
            let reason = SecCopyErrorMessageString(status, nil).map { $0 as String } ?? "status \(status)"
            return SessionStorageError(.keychain, "the keychain refuses: \(reason): unlock it, and try again")
        }
    }
#endif
