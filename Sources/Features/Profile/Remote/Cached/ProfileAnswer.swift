public import DomainKit
public import ProfileDomain

/// The answer to a query on profiles, in the form in which a cache keeps it.
public enum ProfileAnswer: Sendable, Equatable {
    /// A profile; `nil` if it was never set up.
    case profile(ProfileDetails?)

    /// A page of profiles.
    case page(Page<ProfileDetails>)

    /// The format of the answers in a cache; raised whenever it changes.
    public static let format = 1
}

extension ProfileAnswer: Codable {
    /// The messages of the API: a cache keeps what the server sends.
    private struct Messages: Codable {
        var profile: ProfileMessage?
        var page: [ProfileMessage]?
        var next: UInt64?
    }

    /// Reads the messages that ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let messages = try Messages(from: decoder)
        guard let page = messages.page else {
            self = .profile(try messages.profile?.details())
            return
        }
        self = .page(
            Page(elements: try page.map { try $0.details() }, next: messages.next.map(PageCursor.init(position:))))
    }

    /// Writes the messages of the API.
    public func encode(to encoder: any Encoder) throws {
        let messages =
            switch self {
            case .profile(let details): Messages(profile: details.map(ProfileMessage.init))
            case .page(let page): Messages(page: page.elements.map(ProfileMessage.init), next: page.next?.position)
            }
        try messages.encode(to: encoder)
    }
}
