package import AuthDomain
package import Nacre

extension AccountID {
    /// The account of a stream; `nil` unless the name is exactly `account-` followed by a UUID in lower case.
    package init?(_ stream: StreamName) {
        let prefix = "\(AccountEvent.category)-".utf8
        let name = stream.text.utf8
        guard name.starts(with: prefix), let id = EventID(Substring(name.dropFirst(prefix.count))) else { return nil }
        // Stream names are case-sensitive: a UUID in capitals names another stream, to which no command appends.
        guard name.dropFirst(prefix.count).elementsEqual(id.description.utf8) else { return nil }
        self.init(id)
    }

    /// The stream of the account.
    package var stream: StreamName { "\(AccountEvent.category)-\(EventID(self))" }
}
