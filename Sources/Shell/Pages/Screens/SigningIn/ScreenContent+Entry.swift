import AuthPresentation
import PresentationKit

extension ScreenContent {
    /// A screen before a session: a card.
    static func entry(titled title: String, isInvalid: Bool = false, _ parts: [Part]) -> ScreenContent {
        ScreenContent(titled: title, isInvalid: isInvalid, [Part("entry", .group, Group.card, rows: parts)])
    }
}

extension Part {
    /// The link to signing in.
    static func signInLink(after lead: String = "") -> Part {
        Part(
            "links", .links,
            Links(links: [Links.Link(lead: lead, title: "Sign in", url: SignInRoute.signIn.url)]))
    }

    /// The link to asking for another link that confirms the address.
    static func otherConfirmationLink(after lead: String) -> Part {
        Part(
            "links", .links,
            Links(links: [
                Links.Link(
                    lead: lead, title: "Ask for another one",
                    url: SignInRoute.requestConfirmation.url)
            ]))
    }
}
