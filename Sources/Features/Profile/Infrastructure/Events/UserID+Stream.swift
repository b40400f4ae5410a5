package import Nacre
package import ProfileDomain

extension UserID {
    /// The user whose profile's stream this is; `nil` for a stream that is not `profile-` and what can be a user's id.
    package init?(_ stream: StreamName) {
        let prefix = "\(ProfileEvent.category)-".utf8
        let name = stream.text.utf8
        guard name.starts(with: prefix) else { return nil }
        try? self.init(String(Substring(name.dropFirst(prefix.count))))
    }
}
