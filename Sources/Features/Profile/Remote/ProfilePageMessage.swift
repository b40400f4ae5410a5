public import DomainKit
public import FeatureAPI
public import ProfileDomain

/// A page of profiles as JSON.
public struct ProfilePageMessage: APIMessage, Hashable {
    /// The profiles, in order of set-up.
    public let profiles: [ProfileMessage]

    /// The cursor of the next page; `nil` if this is the last one.
    public let next: String?

    /// The form of a page.
    public static var schema: Schema? {
        guard let profile = ProfileMessage.schema else { return nil }
        return .object(
            name: "ProfilePage", [.init("profiles", .array(profile)), .init("next", .string(), isRequired: false)])
    }

    /// Creates the message of a page.
    ///
    /// - Parameter page: The page.
    public init(_ page: Page<ProfileDetails>) {
        profiles = page.elements.map(ProfileMessage.init)
        next = page.next.map(CursorText.text)
    }

    /// The page.
    ///
    /// - Returns: The page.
    /// - Throws: `ValidationError` or `TimeError` if the server sent something else.
    public func page() throws -> Page<ProfileDetails> {
        Page(
            elements: try profiles.map { try $0.details() },
            next: try next.map { try CursorText.cursor($0, field: "next") })
    }
}
