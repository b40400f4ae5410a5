#if Server || All
    import AuthDomain
    import AuthPresentation
    import Nacre
    import PresentationKit
    import Synchronization

    /// The URL by which browsers reach a server, which is known once it listens.
    final class ServedAddress: Sendable {
        private let known = Mutex<String?>(nil)
        private let (signals, signal) = AsyncStream.makeStream(of: Void.self)

        /// Makes the URL known.
        ///
        /// - Parameter url: Scheme, host and port, without a slash at the end.
        func set(_ url: String) {
            known.withLock { $0 = url }
            signal.finish()
        }

        /// The URL of a place; without the server's before that is known.
        func url(of route: SignInRoute) -> String { (known.withLock { $0 } ?? "") + route.url }

        /// A follower that begins once the URL is known.
        func once(_ follower: some LogFollower) -> some LogFollower {
            FollowerOnceListening(base: follower, signals: signals)
        }
    }

    private struct FollowerOnceListening<Base: LogFollower>: LogFollower {
        let base: Base
        let signals: AsyncStream<Void>

        var label: String { base.label }

        func run(progress: ((_ position: Position) -> Void)?) async throws {
            for await _ in signals {}
            try Task.checkCancellation()
            try await base.run(progress: progress)
        }
    }

    extension MailTexts {
        /// Mails whose links lead to the pages of a server.
        static func links(to address: ServedAddress) -> MailTexts {
            MailTexts(service: "Nacre") { purpose, token in
                switch purpose {
                case .confirmation: address.url(of: .confirm(token: token.text))
                case .reset: address.url(of: .resetPassword(token: token.text))
                }
            }
        }
    }
#endif
