package import Nacre
package import ProfileDomain

extension UserID {
    /// The user of a profile's stream; `nil` unless the name is `profile-` followed by a valid user id.
    package init?(_ stream: StreamName) {
        let prefix = "\(ProfileEvent.category)-".utf8
        let name = stream.text.utf8
        guard name.starts(with: prefix) else { return nil }
        try? self.init(String(Substring(name.dropFirst(prefix.count))))
    }
}
