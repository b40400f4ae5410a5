#if Server || All
    import AuthDomain
    import DomainKit
    import ItemsRemote

    /// The account of a session, as it is kept for when the server cannot be reached.
    struct KeptAccount: Codable, Sendable, Equatable {
        /// The account's id.
        let id: String

        /// Whether it sees the items of all users.
        let isOperator: Bool

        /// The format in a cache; raised whenever it changes.
        static let format = 1

        /// Keeps an account.
        ///
        /// - Parameter account: The account.
        init(_ account: AuthenticatedAccount) {
            id = account.id.description
            isOperator = account.roles.contains(.operator)
        }

        /// The items that its commands show: as at a store, an operator sees all of them.
        var scope: ItemScope { isOperator ? .all : .own }

        /// What its answers are labelled with: those of an operator are not shown without that role.
        var label: String { "\(id) \(scope)" }
    }
#endif
