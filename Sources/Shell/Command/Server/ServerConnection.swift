#if Server || All
    import FeatureAPI
    import FeatureHTTPClient
    import NacreTool

    /// The connection of a command to a server.
    enum ServerConnection {
        /// Connects, runs a command, and closes the connection in any case.
        ///
        /// - Parameters:
        ///   - address: The address of the server.
        ///   - body: The command.
        /// - Returns: The result of `body`.
        /// - Throws: Errors of `body`.
        static func with<Result>(
            _ address: ServerAddress, _ body: (any HTTPTransport) async throws -> Result
        ) async throws -> Result {
            let transport = HTTPClientTransport(to: address)
            return try await finishing {
                await close(transport)
            } after: {
                try await body(transport)
            }
        }

        private static func close(_ transport: HTTPClientTransport) async {
            do {
                try await transport.shutdown()
            } catch {
                // The command is done, whatever becomes of the connection.
                Console.standard.diagnostics.notice("the connection was not closed: \(error)")
            }
        }
    }
#endif
