#if Server || All
    import AuthSessions
    import NacreTool

    /// Where the sessions of this user are kept.
    enum UserSessions {
        /// The storage that the environment names, or the default one.
        ///
        /// - Parameter variable: The value of an environment variable; `nil` if it is not set.
        /// - Returns: The storage.
        /// - Throws: `SessionStorageError` if the environment names no folder.
        static func storage(
            environment variable: (_ name: String) -> String? = environment
        ) throws -> any SessionStorage {
            func path(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
            if let file = path("NACRE_SESSIONS") { return FileSessionStorage(file) }
            #if canImport(Security)
                return KeychainSessionStorage(service: NacreProgram.name)
            #else
                // The XDG Base Directory Specification ignores a relative path.
                let state = path("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
                guard let folder = state ?? path("HOME").map({ "\($0)/.local/state" }) else {
                    throw SessionStorageError(
                        .inputOutput, "no folder for sessions is known: set $NACRE_SESSIONS to the path of a file")
                }
                return FileSessionStorage("\(folder)/\(NacreProgram.name)/sessions.json")
            #endif
        }
    }
#endif
