#if Server || All
    import FeatureAPI
    import NacreTool

    /// Where the answers of servers are kept for this user.
    enum UserCache {
        #if canImport(Darwin)
            private static let standard = "Library/Caches"
        #else
            private static let standard = ".cache"
        #endif

        /// The folder of a server's answers, in the folder of caches that the environment names, or in the default one.
        ///
        /// - Parameters:
        ///   - server: The address of the server.
        ///   - variable: The value of an environment variable; `nil` if it is not set.
        /// - Returns: The folder; `nil` if the environment names none.
        static func answers(
            of server: ServerAddress, environment variable: (_ name: String) -> String? = environment
        ) -> AnswerFolder? {
            // The XDG Base Directory Specification ignores a relative path.
            func folder(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
            guard let caches = folder("XDG_CACHE_HOME") ?? folder("HOME").map({ "\($0)/\(standard)" }) else {
                return nil
            }
            return AnswerFolder(path: "\(caches)/\(NacreProgram.name)/\(ContentHash(Array(server.text.utf8)))")
        }
    }
#endif
