import BrowserTesting
import FeatureAPI

extension BrowserTab {
    /// Signs up from the place for signing in, and signs in.
    func signUp(_ email: String = PageServer.email) async throws {
        try await press("Create an account")
        try await arrives(at: "/register")
        try await type(email, into: "E-mail")
        try await type(PageServer.password, into: "Password")
        try await press("Create account")
        try await shows("Check your mail")
        try await click(.control("Sign in"))
        try await arrives(at: "/sign-in")
        try await signIn(email)
        try await arrives(at: "/items")
    }

    /// Signs in.
    func signIn(_ email: String = PageServer.email, password: String = PageServer.password) async throws {
        try await type(email, into: "E-mail")
        try await type(password, into: "Password")
        try await press("Sign in")
    }

    /// Adds an item.
    func add(_ name: String) async throws {
        try await type(name, into: "Name of the new item")
        try await press(.enter)
        try await shows(name, in: "#items")
    }

    /// Sets the value of a field for dates, whose keys differ between languages.
    func setDate(_ date: String, of label: String) async throws {
        let field = try await element(.field(label))
        try await run(
            "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input', { bubbles: true }))",
            field.argument, .string(date))
    }
}
