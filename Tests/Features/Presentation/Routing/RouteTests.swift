import AuthPresentation
import DomainKit
import ItemsDomain
import ItemsPresentation
import PresentationKit
import ProfilePresentation
import TestRandomness
import Testing

@Suite struct RouteTests {
    @Test(arguments: UInt64(0)..<200)
    func `every route is found again from its URL`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let text = Self.text(using: &random)
            let filter = try #require(ItemFilter.allCases.randomElement(using: &random))
            let items: [ItemsRoute] = [
                .list(filter: filter, search: text), .item(ItemID(high: random.next(), low: random.next())),
            ]
            for route in items { #expect(ItemsRoute(url: route.url) == route, "\(route.url)") }
            let places: [SignInRoute] = [
                .signIn, .register, .forgottenPassword, .requestConfirmation, .resetPassword(token: text),
                .confirm(token: text),
            ]
            for route in places { #expect(SignInRoute(url: route.url) == route, "\(route.url)") }
            #expect(ProfileRoute(url: ProfileRoute.profile.url) == .profile)
            #expect(AccountRoute(url: AccountRoute.account.url) == .account)
        }
    }

    @Test(arguments: UInt64(0)..<200)
    func `every location is found again from its text, which is ASCII`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let path = (0..<random.below(4)).map { _ in "a" + Self.text(using: &random) }
        var query: [String: String] = [:]
        for _ in 0..<random.below(4) { query[Self.text(using: &random)] = Self.text(using: &random) }
        let location = RouteLocation(path: path, query: query)
        #expect(RouteLocation(location.description) == location, "\(location)")
        #expect(location.description.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }

    @Test(arguments: UInt64(0)..<200)
    func `any text is a route or none, and a route has one text`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let parts = [
            "/", "items", "?", "=", "&", "%", "%zz", "%C3", "filter", "open", "..", "#", "+", "\u{0}", "é", "token",
        ]
        for _ in 0..<50 {
            let text = (0..<random.below(9)).map { _ in parts[random.below(parts.count)] }.joined()
            if let route = ItemsRoute(url: text) { #expect(ItemsRoute(url: route.url) == route) }
            if let route = SignInRoute(url: text) { #expect(SignInRoute(url: route.url) == route) }
        }
    }

    @Test(arguments: [
        "", "items", "//example.com/items", "https://example.com/items", "/items#top", "/items/", "/items//x",
        "/items/x",
        "/items/4A07", "/items?filter=bogus", "/items?filter=open&filter=all", "/items/../account", "/items?search=%F",
        "/items?search=%FF", "/Items", "/items/4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b/x", "/profile/x", "/account/x",
        "/sign-in/x", "/nowhere", "/",
    ])
    func `what is no place, or names another host, is not found`(text: String) {
        #expect(ItemsRoute(url: text) == nil)
        #expect(SignInRoute(url: text) == nil)
        #expect(ProfileRoute(url: text) == nil)
        #expect(AccountRoute(url: text) == nil)
    }

    @Test func `routes have these URLs`() {
        #expect(ItemsRoute.list().url == "/items")
        #expect(ItemsRoute.list(filter: .open, search: "oat milk+1").url == "/items?filter=open&search=oat%20milk%2B1")
        #expect(ItemsRoute(url: "/items?search=oat+milk&more=1") == .list(search: "oat milk"))
        #expect(SignInRoute.resetPassword(token: "t").url == "/reset-password?token=t")
        #expect(SignInRoute(url: "/confirm") == .confirm(token: ""))
    }

    /// A text of characters that mean something in URLs, and of others.
    private static func text(using random: inout SeededGenerator) -> String {
        let characters: [Character] = [
            "a", "Z", "0", "/", "?", "#", "&", "=", "%", "+", " ", ".", "~", ":", "\u{0}", "\n", "é", "🦪", "\u{202E}",
            "\"", "<",
        ]
        return String((0..<random.below(6)).map { _ in characters[random.below(characters.count)] })
    }
}
