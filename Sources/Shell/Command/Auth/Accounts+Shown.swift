#if Server || All
    import AuthDomain
    import DomainKit
    import Nacre
    import NacreTool

    extension Session: Shown {
        var fields: [(name: String, text: String)] {
            [
                ("account", account.description), ("session", id.description), ("created", createdAt.description),
                ("last used", lastUsedAt.description), ("expires", expiresAt.description),
            ]
        }

        func writeJSON(to bytes: inout [UInt8]) {
            JSONWriter.object(in: &bytes, writeFields)
        }

        /// Writes what every output of a session has.
        fileprivate func writeFields(_ writer: inout JSONWriter) {
            writer.field("account", account.description)
            writer.field("session", id.description)
            writer.field("createdAt", createdAt)
            writer.field("lastUsedAt", lastUsedAt)
            writer.field("expiresAt", expiresAt)
        }
    }

    extension AuthenticatedAccount: Shown {
        private var sortedRoles: [String] { roles.map(\.rawValue).sorted() }

        var fields: [(name: String, text: String)] {
            let roles = sortedRoles.isEmpty ? "-" : sortedRoles.joined(separator: ", ")
            var fields = session.fields
            fields.insert(contentsOf: [("confirmed", isEmailConfirmed ? "yes" : "no"), ("roles", roles)], at: 1)
            return fields
        }

        func writeJSON(to bytes: inout [UInt8]) {
            JSONWriter.object(in: &bytes) { writer in
                session.writeFields(&writer)
                writer.field("isEmailConfirmed", isEmailConfirmed)
                writer.key("roles")
                writer.beginArray()
                for role in sortedRoles { writer.string(role) }
                writer.endArray()
            }
        }
    }

    /// A session in a list of its account's.
    struct ListedSession: Listed {
        let session: Session

        /// Whether it is that of the command.
        let isCurrent: Bool

        static let columns: [TableColumn] = [
            .whole("SESSION", width: 36), .whole("CREATED", width: 20).optional,
            .whole("LAST USED", width: 20).optional,
            .text("EXPIRES", width: 20), .text("CURRENT"),
        ]

        var cells: [String] {
            [
                session.id.description, session.createdAt.cell, session.lastUsedAt.cell, session.expiresAt.cell,
                isCurrent ? "yes" : "",
            ]
        }

        func writeJSON(to bytes: inout [UInt8]) {
            JSONWriter.object(in: &bytes) { writer in
                session.writeFields(&writer)
                writer.field("isCurrent", isCurrent)
            }
        }
    }

    extension AccountSessions {
        /// The sessions as they are listed.
        var listed: [ListedSession] { all.map { ListedSession(session: $0, isCurrent: $0.id == current) } }
    }

    /// A role that an account has.
    struct GrantedRole: Shown {
        let account: AccountID
        let role: Role

        var fields: [(name: String, text: String)] { [("account", account.description), ("role", role.rawValue)] }

        func writeJSON(to bytes: inout [UInt8]) {
            JSONWriter.object(in: &bytes) { writer in
                writer.field("account", account.description)
                writer.field("role", role.rawValue)
            }
        }
    }
#endif
